import { keepCompiled } from './compile-cache.ts';

/** The program of the image, for API, worker and both. */
keepCompiled();
await import('./serve-process.ts');
