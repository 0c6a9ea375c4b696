/** Pages of each address, as many and as large as these bounds allow; the oldest one goes first. */
export class PageCache<Page extends { html: string }> {
  readonly #pages = new Map<string, Page>();
  readonly #most: number;
  readonly #mostUnits: number;
  #units = 0;

  /** `mostUnits` bounds the size of all together, UTF-16 units. */
  constructor(most: number, mostUnits: number) {
    this.#most = most;
    this.#mostUnits = mostUnits;
  }

  get(address: string): Page | undefined {
    return this.#pages.get(address);
  }

  set(address: string, page: Page): void {
    this.#delete(address);
    this.#pages.set(address, page);
    this.#units += page.html.length;
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= this.#most && this.#units <= this.#mostUnits) break;
      this.#delete(oldest);
    }
  }

  #delete(address: string): void {
    this.#units -= this.#pages.get(address)?.html.length ?? 0;
    this.#pages.delete(address);
  }
}
