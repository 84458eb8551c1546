import type { RequestTrouble } from '../../api/sessions.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { FIELD_WORDS } from '../../examinee/endpoint/configuration/setting-words.ts';
import {
  failureText,
  RequestTroubles,
  retryIn,
  silenceText,
} from '../../examinee/endpoint/request-troubles.ts';
import type { Clock, RequestNotice } from '../../examinee/services.ts';
import { withoutAddress } from './failure-reason.ts';

/** How often it is looked whether something else goes wrong now, in ms. */
const TICK = 1000;

/** The requests to one configured model: what goes wrong while it is asked. It is forgotten when nothing is asked any more. */
export class ModelRequests {
  readonly #model: Pick<EndpointConfiguration, 'baseUrl'>;
  readonly #clock: Clock;
  readonly #changed: () => void;
  #troubles: RequestTroubles;
  #asked = 0;
  #over = new AbortController();
  #told = '[]';

  /** @param changed called when what goes wrong is not what it was, at most once per second */
  constructor(model: Pick<EndpointConfiguration, 'baseUrl'>, clock: Clock, changed: () => void) {
    this.#model = model;
    this.#clock = clock;
    this.#changed = changed;
    this.#troubles = new RequestTroubles(() => clock.now());
  }

  note(notice: RequestNotice): void {
    this.#troubles.note(notice);
  }

  /** Asks a question. */
  async during<T>(ask: () => Promise<T>): Promise<T> {
    // Its sleep ends with an error when nothing is asked any more.
    if (this.#asked++ === 0) this.#watch(this.#over.signal).catch(() => {});
    try {
      return await ask();
    } finally {
      if (--this.#asked === 0) this.#end();
    }
  }

  /** What goes wrong now, without the address of the model. */
  troubles(): RequestTrouble[] {
    const { baseUrl } = this.#model;
    const troubles = this.#troubles;
    const since = (ms: number) => new Date(ms).toISOString();
    const silence = troubles.silence();
    return [
      ...(silence === null
        ? []
        : [
            {
              cause: 'no-answer',
              since: since(silence.since),
              message: `${silenceText(silence, FIELD_WORDS, null)}.`,
              todo: 'Check that the endpoint answers.',
              retryIn: null,
            },
          ]),
      ...troubles.current().map((failure) => ({
        cause: failure.latest.reason,
        since: since(failure.since),
        message: withoutAddress(failureText(failure, troubles.isAnswered, null), baseUrl),
        todo: failure.latest.todo,
        retryIn: retryIn(failure, this.#clock.now()) / 1000,
      })),
    ];
  }

  async #watch(over: AbortSignal): Promise<void> {
    for (;;) {
      await this.#clock.sleep(TICK, over);
      this.#tell();
    }
  }

  #end(): void {
    this.#over.abort();
    this.#over = new AbortController();
    this.#troubles = new RequestTroubles(() => this.#clock.now());
    this.#tell();
  }

  #tell(): void {
    // Readers count the seconds down themselves.
    const now = JSON.stringify(this.troubles().map((one) => ({ ...one, retryIn: null })));
    if (now === this.#told) return;
    this.#told = now;
    this.#changed();
  }
}
