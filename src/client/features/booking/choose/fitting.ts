import { fold } from '#shared/rules/fold.ts';

interface Searched {
  name: string;
  description: string | null;
  category: string;
}

/** Those services that have every word of what was searched for, in their order; none without a word. */
export function fitting<S extends Searched>(services: readonly S[], search: string): S[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return services.filter(({ name, description, category }) => {
    const text = fold(`${name} ${category} ${description ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}
