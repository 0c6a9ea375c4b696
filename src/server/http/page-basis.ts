import { ofLandingPage, type Shown } from '#server/features/public-pages/change-queries.ts';
import type { AvailabilityWithSlots } from '#shared/availability.ts';
import { DAY, MINUTE } from '#shared/constants.ts';
import type { ListedProfessional, Profile } from '#shared/professionals.ts';
import type { ListedService, Service } from '#shared/services.ts';
import { wallInstant, zoneOffset } from '#shared/time.ts';

/** One call of a rendering, and what it was answered as JSON text; null where it was refused. */
export type Call = { name: string; input: unknown; text: string | null };

/** What a page shows that changes, and what ends with time. */
export type Basis = Shown & {
  /** Whether it is found in the listings that this process holds, of which it hears a moment later. */
  isSearched: boolean;
  hasFooter: boolean;
  /** The soonest start that is shown of a professional, epoch milliseconds. */
  starts: Map<string, number>;
  zones: Set<string>;
};

/** A rendered page is not sent without being rendered anew for longer (contract 10), milliseconds. */
export const longest = 60_000;

type Person = { id: string; time_zone: string };
type Free = Pick<ListedProfessional, 'next_free' | 'free_times'>;
type Input = { id: string; sort?: string; free_from?: string } | undefined;
type Reader = (basis: Basis & { subjects: string[] }, input: Input, answer: unknown) => void;

function showStarts({ starts }: Basis, id: string, shown: (string | null | undefined)[]): void {
  for (const start of shown) if (start) starts.set(id, Math.min(starts.get(id) ?? Infinity, Date.parse(start)));
}

function listed(basis: Basis, input: Input, people: (Person & Free)[]): void {
  basis.everybody = true;
  basis.isSearched = true;
  basis.allTimes ||= input?.sort === 'soonest' || input?.free_from !== undefined;
  for (const { id, time_zone, next_free, free_times } of people) {
    basis.subjects.push(id);
    basis.zones.add(time_zone);
    showStarts(basis, id, [next_free, ...(free_times ?? []).map(({ start_time }) => start_time)]);
  }
}

const ofInput: Reader = ({ subjects }, input) => {
  if (input) subjects.push(input.id);
};

/** What each call's answer is made of; a page with another call is asked for again each time. */
const readers: Record<string, Reader> = {
  'codes.signup': () => {},
  'localities.list': () => {},
  'professionals.findPages': (basis) => {
    basis.hasFooter = true;
  },
  'images.list'({ subjects }) {
    subjects.push(ofLandingPage);
  },
  'professionals.byId'({ subjects, zones }, _, answer) {
    const { id, time_zone } = answer as Profile;
    subjects.push(id);
    zones.add(time_zone);
  },
  'services.byId'({ subjects }, _, answer) {
    subjects.push((answer as Service).professional.id);
  },
  'services.ofProfessional': ofInput,
  'pictures.ofProfessional': ofInput,
  // Whose it is says `services.byId`, without which no page asks for them.
  'pictures.ofService': () => {},
  'availability.ofProfessional'(basis, input, answer) {
    if (!input) return;
    basis.subjects.push(input.id);
    const first = (answer as AvailabilityWithSlots[]).map(({ available_slots }) => available_slots[0]?.start_time);
    showStarts(basis, input.id, first);
  },
  'professionals.list': (basis, input, answer) =>
    listed(basis, input, (answer as { results: ListedProfessional[] }).results),
  'services.list'(basis, input, answer) {
    const { results } = answer as { results: ListedService[] };
    listed(
      basis,
      input,
      results.map(({ professional, free_times }) => ({ ...professional, free_times })),
    );
  },
};

/** Undefined where something else may change the page than versions tell. */
export function basisOf(calls: readonly Call[]): Basis | undefined {
  const basis: Basis = {
    subjects: [],
    everybody: false,
    allTimes: false,
    isSearched: false,
    hasFooter: false,
    starts: new Map(),
    zones: new Set(),
  };
  for (const { name, input, text } of calls) {
    const read = readers[name];
    if (!read || text === null) return undefined;
    read(basis, input as Input, JSON.parse(text));
  }
  basis.subjects = [...new Set(basis.subjects)];
  return basis;
}

/**
 * Until when a page that was made at `now` may be sent: a start in it can no longer be booked then, a day is over in
 * one of its zones, or a minute. `notices` are minutes by professional.
 */
export function endOf({ starts, zones }: Basis, now: number, notices: ReadonlyMap<string, number>): number {
  const midnights = [...zones].map((zone) =>
    wallInstant((Math.floor((now + zoneOffset(now, zone)) / DAY) + 1) * DAY, zone),
  );
  const starting = [...starts].map(([id, start]) => start - (notices.get(id) ?? 0) * MINUTE);
  return Math.min(now + longest, ...midnights, ...starting);
}
