import type { DrawnDocument, Table } from '../../report/document.ts';
import { t } from '../words/t.ts';
import { DataTable } from './data-table.tsx';
import { Facts } from './facts.tsx';

/** What an operation has to say: the same blocks as in its page and at a terminal. */
export function ReportBlocks({ document: { lead, facts, sections } }: { document: DrawnDocument }) {
  return (
    <>
      {lead.split('\n').map((line) => (
        <p key={line} class="lead">
          <Coded text={line} />
        </p>
      ))}
      {facts.length > 0 && (
        <Facts of={facts.map(([name, value]) => ({ name, value: <Coded text={value} /> }))} />
      )}
      {sections.map(({ heading, paragraphs = [], charts, table }, k) => (
        <section key={`${k}`}>
          {heading !== '' && <h2>{heading}</h2>}
          {paragraphs.map((text) => (
            <p key={text}>
              <Coded text={text} />
            </p>
          ))}
          <div class="charts">
            {charts.map(({ svg, title, caption }) => (
              <figure key={title}>
                {/* As an image it can run nothing. */}
                <img alt={title} src={`data:image/svg+xml,${encodeURIComponent(standing(svg))}`} />
                {caption !== undefined && <figcaption>{caption}</figcaption>}
              </figure>
            ))}
          </div>
          {table !== undefined && <TableBlock table={table} />}
        </section>
      ))}
    </>
  );
}

function TableBlock({ table: { caption, columns, rows } }: { table: Table }) {
  return (
    <DataTable<{ cells: Table['rows'][number]; place: number }>
      caption={caption}
      rows={rows.map((cells, place) => ({ cells, place }))}
      keyOf={({ place }) => place}
      empty={t('nothing')}
      columns={columns.map(({ name, unit, numeric }, k) => ({
        name: unit === undefined ? name : `${name}, ${unit}`,
        kind: numeric === true ? ('number' as const) : ('text' as const),
        cell: ({ cells }) => cells[k] ?? '–',
      }))}
    />
  );
}

/** An SVG element that stands alone names its space. */
function standing(svg: string): string {
  return svg.includes('xmlns=')
    ? svg
    : svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
}

/** A text in which what stands between backticks is code. */
function Coded({ text }: { text: string }) {
  return (
    <>
      {text
        .split('`')
        .map((part, k) =>
          k % 2 === 1 ? <code key={`${k}`}>{part}</code> : <span key={`${k}`}>{part}</span>,
        )}
    </>
  );
}
