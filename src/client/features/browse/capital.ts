import type { Filters } from './use-filters.ts';

const places = {
  Melbourne: { at: '-37.81,144.96', zones: ['Melbourne', 'Victoria'] },
  Sydney: { at: '-33.87,151.21', zones: ['Sydney', 'NSW', 'Lord_Howe'] },
  Brisbane: { at: '-27.47,153.03', zones: ['Brisbane', 'Queensland', 'Lindeman'] },
  Perth: { at: '-31.95,115.86', zones: ['Perth', 'West', 'Eucla'] },
  Adelaide: { at: '-34.93,138.60', zones: ['Adelaide', 'South', 'Broken_Hill'] },
  Hobart: { at: '-42.88,147.33', zones: ['Hobart', 'Tasmania', 'Currie'] },
  Darwin: { at: '-12.46,130.84', zones: ['Darwin', 'North'] },
  Canberra: { at: '-35.28,149.13', zones: ['Canberra', 'ACT'] },
};

/** The capital of a time zone as a place to search near to, its nearest first; nothing outside of Australia. */
export function nearCapital(zone: string): Partial<Filters> {
  const found = Object.entries(places).find(([, { zones }]) => zones.some((name) => zone === `Australia/${name}`));
  return found ? { location: found[0], near: found[1].at, sort: 'distance' } : {};
}
