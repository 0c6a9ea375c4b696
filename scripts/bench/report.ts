import { type Figures, few, figuresOfFew, type ScaleResult, type ServerName } from './scale.ts';

/** A line of the table. */
export type BenchRow = { what: string; ours: string; minimal: string; ratio: string; goal: string; growth?: string };

/** What is measured, with its goal: our rate as a share of the minimal server's. */
const measures: Record<string, { what: string; goal: number }> = {
  services: { what: 'services, a page of 20 and the total', goal: 0.7 },
  category: { what: 'services of a category', goal: 0.7 },
  search: { what: 'search with exact total', goal: 0.75 },
  professionals: { what: 'professionals, a page of 20', goal: 0.7 },
  professional: { what: 'professional by id', goal: 0.5 },
  slots: { what: 'free times of 60 days', goal: 0.65 },
  'professional-bookings': { what: "a professional's 100 of 500 bookings", goal: 0.6 },
  booking: { what: 'bookings on distinct slots', goal: 0.6 },
  'taken-slot': { what: 'bookings on taken slots', goal: 0.5 },
};
/** What the minimal server does not do: milliseconds of p50 and p99 at scale 1. */
const ownMeasures: Record<string, { what: string; p50: number; p99: number }> = {
  'by-time': { what: 'braids within 25 km, free on one day', p50: 5, p99: 25 },
  soonest: { what: 'free this week, soonest first', p50: 10, p99: 25 },
  'odd-input': { what: '%, _, quotes, 100 emoji, right-to-left, words of 100 letters', p50: 5, p99: 20 },
};
/** tRPC's single call as a share of our own REST rate. */
const trpcGoal = 0.8;
/** How many times as long as with the minimal server all clients of one slot may wait. */
const burstGoal = 1.5;
/** How much p50 may grow at ten times the data. */
const growthGoals: Record<string, number> = { search: 2, booking: 1.5, 'taken-slot': 1.5 };
const growthOfReads = 1.25;
const memoryGoals: Record<string, number> = {
  'API process, started': 160,
  'worker process, started': 150,
  'API process, after the load': 300,
  'API process, after 200000 requests': 300,
  'ready after, ms': 1_200,
};

const told = ({ perSecond, p50, p99, serverUs, databaseUs }: Figures) =>
  `${perSecond.toFixed(0)}/s p50 ${p50.toFixed(2)} p99 ${p99.toFixed(1)} ms, ` +
  `CPU ${serverUs.toFixed(0)}+${databaseUs.toFixed(0)} us`;

/** The table's lines; `smaller` is the result of a smaller scale, for the growth. */
export function rowsOf(result: ScaleResult, smaller?: ScaleResult): BenchRow[] {
  const rows = Object.entries(measures).flatMap(([name, { what, goal }]): BenchRow[] => {
    const { ours, minimal } = result.figures[name] ?? {};
    if (!ours || !minimal) return [];
    return [
      {
        what,
        ours: told(ours),
        minimal: told(minimal),
        ratio: (ours.perSecond / minimal.perSecond).toFixed(2),
        goal: `at least ${goal}`,
        ...growthOf(name, result, smaller),
      },
    ];
  });
  const trpc = result.figures.trpc?.ours;
  const rest = result.figures.professional?.ours;
  if (trpc && rest) {
    const ratio = (trpc.perSecond / rest.perSecond).toFixed(2);
    rows.push({
      what: 'professional by id over tRPC',
      ours: told(trpc),
      minimal: 'our REST',
      ratio,
      goal: `at least ${trpcGoal}`,
      ...growthOf('trpc', result, smaller),
    });
  }
  for (const [name, { what, p50, p99 }] of Object.entries(ownMeasures)) {
    const measured = [
      { name, at: result.connections },
      { name: figuresOfFew(name), at: few },
    ];
    for (const { name, at } of measured) {
      const own = result.figures[name]?.ours;
      if (own)
        rows.push({
          what: `${what}, ${at} at a time`,
          ours: told(own),
          minimal: '',
          ratio: '',
          goal: `p50 under ${p50}, p99 under ${p99} ms`,
          ...growthOf(name, result, smaller),
        });
    }
  }
  const { ours, minimal } = result.burst;
  if (ours && minimal) {
    const ms = (burst: typeof ours) =>
      `p50 ${burst.p50.toFixed(0)} p99 ${burst.p99.toFixed(0)} ms, ` +
      `${burst.oneWinner} of ${burst.rounds} with one winner, ${burst.deadlocks} deadlocks`;
    rows.push({
      what: '64 clients on one slot, all answered',
      ours: ms(ours),
      minimal: ms(minimal),
      ratio: (ours.p99 / minimal.p99).toFixed(2),
      goal: `at most ${burstGoal}`,
    });
  }
  for (const [what, value] of Object.entries(result.memory)) {
    rows.push({ what, ours: value.toFixed(0), minimal: '', ratio: '', goal: `at most ${memoryGoals[what] ?? ''}` });
  }
  rows.push({
    what: 'statements planned anew for each call',
    ours: result.replanned.join() || 'none',
    minimal: '',
    ratio: '',
    goal: 'none',
  });
  return rows;
}

/** How many times as long as at the smaller scale the middle request takes. */
function growthOf(name: string, result: ScaleResult, smaller: ScaleResult | undefined): { growth?: string } {
  const times = (server: ServerName) => {
    const [now, before] = [result, smaller].map((one) => one?.figures[name]?.[server]?.p50);
    return now && before ? (now / before).toFixed(2) : undefined;
  };
  const [ours, minimal] = [times('ours'), times('minimal')];
  if (!ours) return {};
  return {
    growth: `p50 ${ours} times, goal ${growthGoals[name] ?? growthOfReads}${minimal ? ` (minimal ${minimal})` : ''}`,
  };
}

/** Where the scale of the plot ends; what is longer runs into the edge, and its label tells how long it is. */
const plotEnd = 1.5;

/** An SVG of bars: our rate as a share of the minimal server's, with each goal as a line. */
export function plotOf(result: ScaleResult): string {
  const bars = Object.entries(measures).flatMap(([name, { what, goal }]) => {
    const { ours, minimal } = result.figures[name] ?? {};
    return ours && minimal ? [{ what, goal, ours, minimal, ratio: ours.perSecond / minimal.perSecond }] : [];
  });
  const [left, width, line, top] = [280, 420, 34, 74];
  const x = (ratio: number) => left + Math.min(ratio, plotEnd) * (width / plotEnd);
  const height = top + bars.length * line + 24;
  const ticks = [0, 0.5, 1, 1.5].map(
    (at) => `<line x1="${x(at)}" x2="${x(at)}" y1="${top - 8}" y2="${height - 20}"
  stroke="#24131f" stroke-opacity="${at === 1 ? 0.6 : 0.15}"/>
<text x="${x(at)}" y="${top - 14}" text-anchor="middle" fill-opacity="0.75">${at === 1 ? 'as fast' : at}</text>`,
  );
  const rows = bars.map(({ what, goal, ratio, ours, minimal }, index) => {
    const y = top + index * line;
    return `<text x="${left - 12}" y="${y + 15}" text-anchor="end">${what}</text>
<rect x="${left}" y="${y}" width="${(x(ratio) - left).toFixed(1)}" height="20" rx="4"
  fill="${ratio >= goal ? '#1f6b4a' : '#c9502c'}"/>
<line x1="${x(goal)}" x2="${x(goal)}" y1="${y - 3}" y2="${y + 23}"
  stroke="#24131f" stroke-width="2" stroke-dasharray="3 2"/>
<text x="${left + width + 12}" y="${y + 15}"><tspan font-weight="700">${ratio.toFixed(2)}</tspan><tspan
  dx="10" fill-opacity="0.75">${ours.perSecond.toFixed(0)} of ${minimal.perSecond.toFixed(0)}/s</tspan></text>`;
  });
  const title = `Our rate as a share of the minimal server's: scale ${result.scale}, ${result.connections} connections`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + width + 190} ${height}"
  font-family="system-ui, sans-serif" font-size="13" fill="#24131f" role="img"
  aria-label="${title}">
<rect width="100%" height="100%" fill="#fffaf2"/>
<text x="20" y="28"
  font-size="15" font-weight="700">${title}</text>
<text x="20" y="${top - 14}" fill-opacity="0.75">dashed: the goal; red: below it</text>
${ticks.join('\n')}
${rows.join('\n')}
</svg>
`;
}
