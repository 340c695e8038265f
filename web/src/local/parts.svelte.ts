// The files of the Python that plays in this browser. They are fetched once, into a cache of their own: a new version of the
// page leaves it alone, and changes only the files that are others now.

import { RefusedError } from '../lib/api';
import { at, PYTHON_CACHE } from '../lib/place';
import { storageFailure } from './storage';
import workerUrl from './worker?worker&url';

export const workerAt: string = workerUrl;
const files = [...(__PYTHON__?.files ?? []).map(({ path, bytes }) => ({ url: at(`/${path}`), bytes })), { url: new URL(workerUrl, location.href).pathname, bytes: 0 }];
/** What has to come over the network, about. */
export const megabytes = Math.ceil((__PYTHON__?.files ?? []).reduce((sum, { packed }) => sum + packed, 0) / 1e6);
const total = files.reduce((sum, { bytes }) => sum + bytes, 0);

/** The address of the file whose name begins so. */
export const placeOf = (name: string): string => new URL(files.find(({ url }) => url.includes(`/python/${name}`))!.url, location.href).href;

class Parts {
  state = $state<'unknown' | 'missing' | 'fetching' | 'here'>('unknown');
  /** How much of all has come, from 0 to 1. */
  share = $state(0);
  #fetching: Promise<void> | null = null;

  /** Whether everything is here. */
  async look(): Promise<boolean> {
    if (this.state === 'here') return true;
    const missing = await this.#missing().catch(() => files);
    if (this.state !== 'fetching') this.state = missing.length ? 'missing' : 'here';
    return !missing.length;
  }

  /** Have everything here; refused by throwing. */
  fetch(): Promise<void> {
    this.#fetching ??= this.#fetchMissing().finally(() => (this.#fetching = null));
    return this.#fetching;
  }

  async #fetchMissing(): Promise<void> {
    if (await this.look()) return;
    this.state = 'fetching';
    try {
      const cache = await caches.open(PYTHON_CACHE);
      const missing = await this.#missing();
      let come = total - missing.reduce((sum, { bytes }) => sum + bytes, 0);
      for (const { url } of missing) {
        await cache.put(url, await fetched(url, (bytes) => (this.share = Math.min(1, (come += bytes) / total))));
      }
      this.state = 'here';
    } catch (error) {
      this.state = 'missing';
      throw new RefusedError(storageFailure(error) ?? 'device_missing'); // the network does not bring it, or there is no place for it
    }
  }

  async #missing(): Promise<typeof files> {
    const cache = await caches.open(PYTHON_CACHE);
    const here = new Set((await cache.keys()).map((request) => new URL(request.url).pathname));
    return files.filter(({ url }) => !here.has(url));
  }
}

/** The whole answer, told of as it comes. */
async function fetched(url: string, come: (bytes: number) => void): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url}: ${response.status}`);
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      come(chunk.length);
      out.enqueue(chunk);
    },
  });
  const body = await new Response(response.body.pipeThrough(counting)).blob();
  const headers = new Headers(response.headers);
  headers.delete('Content-Encoding'); // it is unpacked by now
  headers.delete('Content-Length');
  return new Response(body, { headers });
}

export const parts = new Parts();
