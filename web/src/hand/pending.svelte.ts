import { failureWords } from './move_words';

/** Something asked of the table: under way, done, or refused in words. */
export class Doing {
  isBusy = $state(false);
  failure = $state<string | null>(null);

  /** Whether it was done. While one thing is under way, another is not begun. */
  async run(what: () => Promise<unknown>): Promise<boolean> {
    if (this.isBusy) return false;
    this.isBusy = true;
    this.failure = null;
    try {
      await what();
      return true;
    } catch (error) {
      this.failure = failureWords(error);
      return false;
    } finally {
      this.isBusy = false;
    }
  }
}
