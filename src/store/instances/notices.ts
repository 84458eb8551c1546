/** The channel of the events of a service (`LiveEvent`, as JSON). */
export const EVENTS = 'events';

/** Messages between processes on a shared database. They are not kept: who does not listen at that moment does not get them. */
export interface Notices {
  /** Sends a text to the other processes soon; several are sent at once. A text has at most MOST_BYTES. */
  publish(channel: string, text: string): void;
  /**
   * Listens to the other processes.
   * @param onGap called after messages may have been lost, such as when the connection was cut
   * @returns once it listens, a function that stops it
   * @throws STORE_UNAVAILABLE
   */
  listen(channel: string, onText: (text: string) => void, onGap: () => void): Promise<() => void>;
}
