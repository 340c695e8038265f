// Which screen is shown: the path says it, so that every screen has a link and the back button works. Paths are told from the
// folder in which the page lives.

import { at, BASE } from './place';

const inside = (pathname: string): string => `/${pathname.slice(BASE.length)}`;

class Router {
  path = $state(inside(location.pathname));
  /** What stands behind the `#`, without it. It never reaches the server. */
  fragment = $state(location.hash.slice(1));

  constructor() {
    addEventListener('popstate', () => this.#look());
    addEventListener('hashchange', () => this.#look());
    document.addEventListener('click', (event) => this.#follow(event));
  }

  go(path: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', at(path));
    this.#look();
    scrollTo(0, 0);
  }

  #look(): void {
    this.path = inside(location.pathname);
    this.fragment = location.hash.slice(1);
  }

  /** Links within the page need no loading. */
  #follow(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest?.('a');
    const elsewhere = event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.defaultPrevented;
    if (!link || elsewhere || link.target || link.hasAttribute('download')) return;
    const url = new URL(link.href, location.href);
    if (url.origin !== location.origin || !url.pathname.startsWith(BASE) || url.pathname.startsWith(at('/api/'))) return;
    if (url.pathname === location.pathname && url.hash) return;
    event.preventDefault();
    this.go(inside(url.pathname) + url.search + url.hash);
  }
}

export const router = new Router();
