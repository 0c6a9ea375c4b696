import { LRUCache } from 'lru-cache';
import type { EncodedPage, PageCache } from '#server/deps.ts';
import { MINUTE } from '#shared/constants.ts';

type Kept = EncodedPage & { madeAt: number };

const megabyte = 1024 * 1024;
/** Of everything held for one kind of page, bytes. Pages with a query, which anybody can make up, push out no others. */
const bounds = { plain: 24 * megabyte, withQuery: 8 * megabyte };
/** Of an entry beside its bodies and its address, bytes. */
const overhead = 1_024;
/** Midnight of any zone is at a quarter of an hour. */
const quarter = 15 * MINUTE;

/** `life` is how old a page may be, milliseconds. */
export function createPageCache(life = 15_000, { plain, withQuery } = bounds): PageCache {
  const caches = [plain, withQuery].map((maxSize) => new LRUCache<string, Kept>({ maxSize, sizeCalculation: sizeOf }));
  const making = new Map<string, Promise<EncodedPage>>();
  const cacheOf = (address: string) => caches[address.includes('?') ? 1 : 0];
  const isFresh = ({ madeAt }: Kept) => {
    const now = Date.now();
    return now - madeAt < life && Math.floor(now / quarter) === Math.floor(madeAt / quarter);
  };
  return {
    get(address) {
      const known = cacheOf(address)?.get(address);
      return known && isFresh(known) ? known : making.get(address);
    },
    make(address, make) {
      // As old as what it is made of.
      const madeAt = Date.now();
      const made = make().then(
        (page) => {
          if (making.get(address) === made) {
            making.delete(address);
            cacheOf(address)?.set(address, { ...page, madeAt });
          }
          return page;
        },
        (error: unknown) => {
          if (making.get(address) === made) making.delete(address);
          throw error;
        },
      );
      making.set(address, made);
      return made;
    },
    recent(address) {
      const known = cacheOf(address)?.get(address);
      return known && Date.now() - known.madeAt < MINUTE ? known : undefined;
    },
    clear() {
      making.clear();
      for (const cache of caches) cache.clear();
    },
  };
}

function sizeOf({ bodies }: Kept, address: string): number {
  // The memory behind a body may be larger than it.
  const held = Object.values(bodies).reduce((sum, body) => sum + body.buffer.byteLength, 0);
  return held + 2 * address.length + overhead;
}
