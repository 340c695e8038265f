// Questions to the server, or to the Python in this browser, that need no table open.

import { reach } from './backend';

/** The server said no, with a stable code. */
export class RefusedError extends Error {
  constructor(
    readonly code: string,
    readonly args: Record<string, unknown> = {},
  ) {
    super(code);
  }
}

/** The server did not answer. */
export class UnreachableError extends Error {}

export async function ask<T>(method: 'GET' | 'POST', path: string, body?: unknown, token?: string, reaching = reach): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token) headers.Authorization = `Bearer ${token}`;
  const init: RequestInit = { method, headers };
  if (body !== undefined) init.body = JSON.stringify(body);
  const response = await reaching(path, init).catch((error: unknown) => {
    throw error instanceof RefusedError ? error : new UnreachableError(path);
  });
  if (response.status === 204) return undefined as T;
  const answer = (await response.json().catch(() => null)) as unknown;
  if (response.ok && answer === null) throw new UnreachableError(path); // it broke off half-way
  if (response.ok) return answer as T;
  const refusal = answer as { code?: string; arguments?: Record<string, unknown> } | null;
  throw new RefusedError(refusal?.code ?? 'internal', refusal?.arguments ?? {});
}
