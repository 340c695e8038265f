// Refusals of tables in this browser. No server is away: what could not be kept found no room on the device.

const NOT_KEPT = new Set<unknown>(['store_down', 'come_back']);

/** JSON as the server in this browser says it, one value a line; a refusal has the code of this device. */
export const onThisDevice = (text: string): string => text.split('\n').map(named).join('\n');

function named(line: string): string {
  const said = JSON.parse(line) as { code?: string };
  return NOT_KEPT.has(said.code) ? JSON.stringify({ ...said, code: 'device_full' }) : line;
}
