// The record somebody opened from a file, on its way between the screens that show it. It is kept nowhere else.

import type { GameRecord } from '../replay/record';

export const loaded: { record: GameRecord | null } = { record: null };
