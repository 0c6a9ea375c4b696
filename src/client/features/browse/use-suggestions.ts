import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import { filterCategories, specializations } from '#shared/constants.ts';
import { professionalPath } from '#shared/public-addresses.ts';
import { spelled } from '#shared/spelled.ts';
import { specializationSaid } from './said.ts';
import type { Chosen } from './suggesting-field.tsx';

export type Suggestion = { key: string; name: string; kind: string } & ({ chosen: Chosen } | { to: string });

/** Milliseconds without a key until the server is asked. */
const pause = 150;
const options = { retry: false, staleTime: 60_000, placeholderData: keepPreviousData } as const;

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** What may be meant by a text: kinds of hair, services and people, or places. What fails is left out. */
export function useSuggestions(of: 'what' | 'where', typed: string): Suggestion[] {
  const search = usePaused(typed.trim());
  const what = of === 'what' && search !== '';
  const services = trpc.services.list.useQuery({ search, limit: 6 }, { ...options, enabled: what });
  const people = trpc.professionals.list.useQuery({ search, limit: 3 }, { ...options, enabled: what });
  const places = trpc.localities.list.useQuery({ search }, { ...options, enabled: of === 'where' && search !== '' });
  // The answers to another text are shown until those to this one are there, but not to none.
  if (typed.trim() === '') return [];
  if (of === 'where') {
    return (places.data ?? []).map(({ name, state, postcode }) => {
      const text = `${name} ${state} ${postcode}`;
      return { key: text, name, kind: `${state} ${postcode}`, chosen: { text } };
    });
  }
  const found = (services.data?.results ?? []).map(({ name }) => name);
  const lower = found.map((name) => name.toLowerCase());
  // The same in capitals is one name.
  const names = found.filter((_, at) => lower.indexOf(lower[at] ?? '') === at).slice(0, 4);
  return [
    ...kindsOfHair(typed.trim()),
    ...names.map((name) => ({ key: `service ${name}`, name, kind: 'Service', chosen: { text: name } })),
    ...(people.data?.results ?? []).map((one) => ({
      key: one.id,
      name: one.display_name,
      kind: one.location,
      to: professionalPath(one),
    })),
  ];
}

/** Specialities and categories of which a word begins so. */
function kindsOfHair(typed: string): Suggestion[] {
  const begins = (name: string) =>
    [name, spelled(name)].some((one) => ` ${one.toLowerCase()}`.includes(` ${typed.toLowerCase()}`));
  const said = specializationSaid.filter(([word]) => begins(word)).map(([, name]) => name);
  const named = specializations.map(({ name }) => name).filter(begins);
  const chosen = (name: string): Chosen => ({
    filters: (now) => ({ chosen: [...new Set([...now.chosen, name])], category: now.category }),
  });
  return [
    ...[...new Set<string>([...said, ...named])].map((name) => ({
      key: `hair ${name}`,
      name: spelled(name),
      kind: 'Speciality',
      chosen: chosen(name),
    })),
    ...filterCategories.filter(begins).map((category) => ({
      key: `category ${category}`,
      name: spelled(category),
      kind: 'Category',
      chosen: { filters: () => ({ category }) },
    })),
  ].slice(0, 3);
}
