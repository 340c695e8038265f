/** Filled in by the build: the files of the Python that plays in the browser; null if it was built without. */
declare const __PYTHON__: { lock: object; files: { path: string; bytes: number; packed: number }[] } | null;
