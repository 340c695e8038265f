// Where the page lives, and what there is beside it.

/** The folder of the page, with a slash at both ends: `/`, or `/path/` on a static host. */
export const BASE = import.meta.env.PROD ? new URL(/* @vite-ignore */ '../', import.meta.url).pathname : '/';

/** The address of a screen or a file of ours, given from the root of the page. */
export const at = (path: string): string => BASE + path.slice(1);

/** The name of something this copy of the page keeps in the browser. Other copies and other programs may share its origin. */
export const named = (what: string): string => `spielgeld ${BASE} ${what}`;

/** The cache with the Python that plays in this browser; the service worker knows it too. */
export const PYTHON_CACHE = named('python');

/** A static host has no server: whoever exported the page wrote it down. */
export const HAS_SERVER = globalThis.document?.querySelector('meta[name="server"][content="none"]') == null;

/** Whether this page can play by itself: the build had the Python for it, and the browser allows what it takes. */
export const CAN_PLAY_ALONE = __PYTHON__ !== null && Boolean(globalThis.isSecureContext && globalThis.navigator?.locks && globalThis.indexedDB);
