// What a screen reader is told. One sentence after the other, so that none is swallowed.

const PAUSE = 350;

class Announcer {
  /** What the polite live region holds now. */
  text = $state('');
  #waiting: string[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;

  say(...sentences: string[]): void {
    this.#waiting.push(...sentences.filter(Boolean));
    this.#timer ??= setTimeout(() => this.#next(), 50);
  }

  /** What came together is told together; what comes later waits until that was heard of. */
  #next(): void {
    const text = this.#waiting.splice(0).join(' ');
    // The same words again are told again only if something changes.
    this.text = text === this.text ? `${text}\u00a0` : text;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#waiting.length) this.#next();
    }, PAUSE);
  }
}

export const announcer = new Announcer();
