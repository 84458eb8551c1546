/** One server-sent event. */
export interface StreamEvent {
  readonly type: string;
  readonly data: string;
}

/**
 * Cuts a text that comes in parts into server-sent events (WHATWG HTML, 9.2.6). Comments and unknown fields are skipped; events
 * without data are ignored. @returns a function from the next part to the events that it completes
 */
export function eventCutter(): (part: string) => StreamEvent[] {
  let rest = '';
  let type = '';
  let data: string[] = [];
  return (part) => {
    const events: StreamEvent[] = [];
    const lines = (rest + part).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) events.push({ type: type || 'message', data: data.join('\n') });
        type = '';
        data = [];
        continue;
      }
      const [, field, value] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!;
      if (field === 'event') type = value ?? '';
      if (field === 'data') data.push(value ?? '');
    }
    return events;
  };
}
