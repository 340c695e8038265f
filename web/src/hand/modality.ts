// Whether somebody plays with the keyboard: the last thing they touched says it.

let isKeys = false;

addEventListener('keydown', () => (isKeys = true), true);
addEventListener('pointerdown', () => (isKeys = false), true);

export const onKeyboard = (): boolean => isKeys;
