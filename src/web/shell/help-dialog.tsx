import { Dialog } from '../part/dialog.tsx';
import { pageKeys } from '../state/page-keys.ts';
import { t, tr } from '../words/t.ts';
import type { Section } from './sections.ts';

/** Which keys do what, and the switch that turns them off. */
export function HelpDialog({
  sections,
  on,
  onSwitch,
  onClose,
}: {
  sections: readonly Section[];
  on: boolean;
  onSwitch: (on: boolean) => void;
  onClose: () => void;
}) {
  return (
    <Dialog title={t('Keyboard shortcuts')} onClose={onClose}>
      <table>
        <caption class="hidden">{t('Keys and what they do')}</caption>
        <tbody>
          {document.querySelector('[data-search]') !== null && (
            <tr>
              <th scope="row">
                <kbd>/</kbd>
              </th>
              <td>{t('go to the search field')}</td>
            </tr>
          )}
          {pageKeys().map(({ key, name }) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{name}</td>
            </tr>
          ))}
          {sections.map(({ key, name }) => (
            <tr key={key}>
              <th scope="row">
                {tr('{first} then {second}', { first: <kbd>g</kbd>, second: <kbd>{key}</kbd> })}
              </th>
              <td>{t('go to {name}', { name: t(name) })}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">
              <kbd>?</kbd>
            </th>
            <td>{t('show this help')}</td>
          </tr>
        </tbody>
      </table>
      <p>{t('In wide tables, the arrow keys scroll.')}</p>
      <p>
        <label class="check">
          <input
            type="checkbox"
            checked={on}
            onChange={(event) => onSwitch(event.currentTarget.checked)}
          />
          {t('Use single-key shortcuts')}
        </label>
      </p>
      <button type="button" onClick={onClose}>
        {t('Close')}
      </button>
    </Dialog>
  );
}
