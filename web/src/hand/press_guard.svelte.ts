// What cannot be taken back does not count when it is pressed the moment it appears: that press was meant for something else.

/** For how long after a change presses of that kind are ignored, in milliseconds. Keys always count. */
export const GUARDED = 350;

export class Guard {
  isOn = $state(false);
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** Something changed under the pointer. */
  arm(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.isOn = true;
    this.#timer = setTimeout(() => (this.isOn = false), GUARDED);
  }

  /** Whether this press came too early. A click that no pointer made has no number. */
  stops(event: Pick<MouseEvent, 'detail'>): boolean {
    return this.isOn && event.detail > 0;
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }
}
