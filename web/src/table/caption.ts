import { narrate, order, sittingOut } from '../lib/narrate';
import type { TableStore } from '../lib/table.svelte';
import { t, words } from '../lib/words.svelte';

/** What is shown, or else awaited. While a round goes on, what decided between equal bids stays to be read. */
export function caption(store: TableStore): string[] {
  const company = { nameOf: store.nameOf, me: store.seat, deck: store.deck };
  const ties = store.order.length ? order(store.order, company).slice(1).map(([text]) => text) : [];
  const event = store.current;
  if (event?.type === 'revealed') {
    return [t('table.turned_up'), ...ties, ...sittingOut(event, company).map(([text]) => text)];
  }
  return event ? narrate(event, company).map(({ text }) => text) : [awaited(store), ...ties];
}

function awaited({ table, seat, nameOf }: TableStore): string {
  const { what, seats } = table!.awaiting;
  const names = words.list(seats.map(nameOf));
  const isMe = seat !== null && seats.includes(seat);
  switch (what) {
    case 'bids':
    case 'turn':
      return isMe ? t(`table.status.${what}_you`) : t(`table.status.${what}`, { names });
    case 'salts':
      return t('table.status.salts');
    case 'ready':
      return t('table.status.ready', { names });
    default:
      return table!.status === 'finished' ? t('table.status.over') : '';
  }
}
