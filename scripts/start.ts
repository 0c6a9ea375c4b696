import { keepCompiled } from './compile-cache.ts';

/** `npm start`. */
keepCompiled();
await import('./start-stack.ts');
