import { DAY, defaultTimeZone, HOUR, MINUTE } from '#shared/constants.ts';
import { addDays } from '#shared/days.ts';
import { startOfDay } from '#shared/rules/hour-grid.ts';
import { totalMinutes } from '#shared/rules/lines.ts';
import { freeSlots, type Span } from '#shared/rules/slots.ts';
import { dayKey } from '#shared/time.ts';
import { busyElsewhere, timesElsewhere } from './busy-calendar.ts';
import { type OpenDay, openDays } from './calendar.ts';
import { clients } from './clients.ts';
import { type DemoService, menus } from './menus.ts';
import { type DemoProfessional, professionals } from './professionals.ts';
import { type Random, seeded } from './random.ts';
import { apologies, type Course, chosen, type Story, smallNotes, stories } from './stories.ts';

/** One appointment of the demo, with the times of its changes. Instants are epoch milliseconds. */
export type Visit = Pick<
  Story,
  'client' | 'professional' | 'services' | 'options' | 'course' | 'notes' | 'reason' | 'guest'
> & {
  start: number;
  end: number;
  asked: number;
  confirmed?: number;
  cancelled?: number;
  /** The time that its client asks for. */
  wants?: { start: number; asked: number; message: string };
};
type Plan = { windows: Record<string, Span[]>; visits: Visit[] };

/**
 * Plans the demo from the instant at which it is made; only recent requests and answers depend on more than its date in
 * Melbourne. `ttlHours`: how long a request waits for an answer.
 */
export function planDemo(now: number, ttlHours: number): Plan {
  const planner = createPlanner(now, ttlHours);
  for (const story of stories) planner.add(story);
  for (const professional of professionals) {
    // Amara's appointments are all in `stories`; an inactive professional cannot be booked.
    if (professional.key !== 'amara' && !professional.away)
      for (const story of invented(professional, planner.random)) planner.add(story);
  }
  for (const story of chosen) planner.add(story);
  const windows = professionals.map(({ key }) => [key, planner.daysOf(key).flatMap((day) => day.windows)] as const);
  return { windows: Object.fromEntries(windows), visits: planner.visits };
}

/** Invents a few appointments with clients of the same city; Zuri's are all in `stories`. */
function invented(professional: DemoProfessional, random: Random): Story[] {
  const locals = clients
    .filter(({ key, city }) => key !== 'zuri' && professional.location.endsWith(city))
    .map(({ key }) => key);
  const menu = bookable(professional);
  const one = (day: number, course: Course): Story => {
    const first = random.of(menu);
    const second = random.of(menu);
    const both = random.next() < 0.25 && second.category !== first.category && first.minutes + second.minutes <= 180;
    const said = random.next() < 0.4 ? random.of(smallNotes) : undefined;
    return {
      client: random.of(locals),
      professional: professional.key,
      services: both ? [first.name, second.name] : [first.name],
      day,
      at: random.next(),
      course,
      ...(said === undefined ? {} : { notes: said }),
      ...(course === 'cancelled by professional' ? { reason: random.of(apologies) } : {}),
    };
  };
  const past = Array.from({ length: random.whole(1, 3) }, () => one(-random.whole(1, 9), random.of(pastCourses)));
  const ahead = Array.from({ length: random.whole(1, 2) }, () => one(random.whole(1, 8), 'confirmed'));
  const asking = random.next() < 0.5 ? [one(random.whole(3, 9), 'pending')] : [];
  return [...past, ...ahead, ...asking];
}

const pastCourses: Course[] = [
  'completed',
  'completed',
  'completed',
  'completed',
  'completed',
  'completed',
  'cancelled by client',
  'cancelled by professional',
];

/** Active services that fit into the longest window, and of which nothing has to be chosen. */
function bookable({ key, hours }: DemoProfessional): DemoService[] {
  const longest = Math.max(...hours.flatMap(([, ...open]) => open.map(lengthOf)));
  return menuOf(key).filter(({ minutes, paused, parts }) => !paused && !parts && minutes <= longest);
}

/** How long a service takes with these options of it, minutes. */
function minutesOf(service: DemoService | undefined, options: readonly string[] = []): number {
  const { variants, extras } = service?.parts ?? {};
  const [row = 0, column = 0] =
    variants?.axes.map(({ choices }) => choices.findIndex(({ name }) => options.includes(name))) ?? [];
  const own = variants ? variants.cells[row]?.[column]?.service_duration_minutes : service?.minutes;
  const added = extras?.filter(({ name }) => options.includes(name)) ?? [];
  return (own ?? Number.NaN) + totalMinutes(added);
}

/** Length of hours such as `09:00-12:30`, minutes. */
function lengthOf(open: string): number {
  const [start = 0, end = 0] = open.split('-').map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
  return end - start;
}

function menuOf(professional: string): DemoService[] {
  return menus[professional] ?? [];
}

function createPlanner(now: number, ttlHours: number) {
  const random = seeded(1864);
  const today = dayKey(now, defaultTimeZone);
  /** Midnight tonight in Melbourne: earlier than any later working day's start, in every demo zone. */
  const dayEnds = startOfDay(addDays(today, 1), defaultTimeZone);
  /** Longest time until an answer: a day, or less when requests expire earlier. Milliseconds. */
  const patience = Math.min(ttlHours * HOUR, DAY);
  const days = new Map(professionals.map((one) => [one.key, openDays(one, today)]));
  const visits: Visit[] = [];

  function daysOf(key: string): OpenDay[] {
    return days.get(key) ?? [];
  }

  /** Times that are asked for or busy elsewhere, so that nobody gets them. */
  const held: (Span & { professional: string })[] = timesElsewhere(now).map((span) => ({
    ...span,
    professional: busyElsewhere,
  }));

  function add({ day, at, wants, ...story }: Story): void {
    const span = findTime(story, day, at);
    const moments = story.guest ? momentsOfGuest(span.start) : momentsOf(story.course, span.start);
    const visit: Visit = { ...story, ...span, ...moments };
    visits.push(visit);
    if (!wants) return;
    const other = findTime(story, wants.day, wants.at);
    held.push({ ...other, professional: story.professional });
    visit.wants = { start: other.start, asked: now - Math.floor(patience * 0.03), message: wants.message };
  }

  /** Whoever walks in is written in then, who calls, just now. */
  function momentsOfGuest(start: number): Pick<Visit, 'asked' | 'confirmed'> {
    const asked = (start < now ? start : now) - 5 * MINUTE;
    return { asked, confirmed: asked };
  }

  /** Finds a start that is free for both, on the given working day or on the nearest one further from today. */
  function findTime(
    { professional, client, services, options }: Omit<Story, 'day' | 'at'>,
    day: number,
    at: number,
  ): Span {
    const minutes = services
      .map((name) =>
        minutesOf(
          menuOf(professional).find((one) => one.name === name),
          options,
        ),
      )
      .reduce((sum, one) => sum + one, 0);
    const { settings } = professionals.find(({ key }) => key === professional) ?? {};
    const rule = {
      slot_interval_minutes: settings?.interval ?? 30,
      buffer_minutes: settings?.buffer ?? 0,
      duration_minutes: minutes,
      ...(day > 0
        ? { now: dayEnds, min_notice_minutes: settings?.notice ?? 0 }
        : { now: Number.NEGATIVE_INFINITY, min_notice_minutes: 0 }),
    };
    const busy = [...spansOf((visit) => visit.professional === professional), ...heldBy(professional)].sort(
      (one, other) => one.start - other.start,
    );
    const elsewhere = spansOf((visit) => visit.client === client);
    const possible = daysOf(professional).filter(({ offset }) => (day > 0 ? offset > 0 : offset < 0));
    const inOrder = day > 0 ? possible.slice(day - 1) : possible.toReversed().slice(-day - 1);
    for (const { windows } of inOrder) {
      const free = windows
        .flatMap((window) => freeSlots(window, busy, rule))
        .map((start) => ({ start, end: start + minutes * MINUTE }))
        .filter(({ start, end }) => elsewhere.every((other) => other.end <= start || other.start >= end));
      const chosen = free[Math.min(Math.floor(at * free.length), free.length - 1)];
      if (chosen) return chosen;
    }
    throw new Error(`no time for ${services.join(' and ')} with ${professional} from day ${day}`);
  }

  function heldBy(professional: string): Span[] {
    return held.filter((one) => one.professional === professional);
  }

  function spansOf(which: (visit: Visit) => boolean): Span[] {
    return visits.filter(which).sort((a, b) => a.start - b.start);
  }

  /**
   * When the booking was requested, confirmed and cancelled. Past ones were requested earlier than any professional's
   * notice requires.
   */
  function momentsOf(course: Course, start: number): Pick<Visit, 'asked' | 'confirmed' | 'cancelled'> {
    const soon = () => Math.floor(patience * (0.05 + 0.25 * random.next()));
    if (course === 'pending') return { asked: now - Math.floor(patience * (0.005 + 0.045 * random.next())) };
    const past = start < now;
    const asked = past ? start - random.whole(3 * 24, 7 * 24) * HOUR : now - random.whole(30, 90) * HOUR;
    const confirmed = asked + soon();
    if (course === 'unanswered') return { asked };
    if (course === 'completed' || course === 'confirmed') return { asked, confirmed };
    const cancelled = past ? start - random.whole(8, 30) * HOUR : now - random.whole(2, 9) * HOUR;
    return { asked, confirmed, cancelled };
  }

  return { random, visits, daysOf, add };
}
