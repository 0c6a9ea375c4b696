import { unavailable } from '#server/errors.ts';

/**
 * Limits on hashing, the most expensive work that a visitor can cause (reliability S5). Beyond `waitingAtMost` somebody
 * gets 503.
 */
const atOnce = 4;
const perAddress = 2;
const waitingAtMost = 32;
/** Slots for addresses that are known while others wait, too, so that neither can keep the other out. */
const knownAtOnce = 3;

/** Whose hash it is; `known`: the account logged in from this address before. */
type Caller = { account: string; address: string; known: boolean };
type Waiting = Caller & { answer(mayStart: boolean): void };

const running = new Set<Caller>();
let waiting: Waiting[] = [];
/**
 * When an address or account with work here had its last turn; of those that wait the one that waits longest for a turn
 * is next.
 */
const turns = new Map<string, number>();
let turn = 0;

/**
 * Runs hashing work when it is its turn: one hash at a time for an account, two for an address, known addresses first,
 * then by address in turns, then by account. Throws 503 when too many wait; that hits whoever has most in the queue,
 * which need not be this caller.
 */
export async function inTurn<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
  const turn = await new Promise<Waiting | undefined>((resolve) => {
    const entry: Waiting = { ...caller, answer: (mayStart) => resolve(mayStart ? entry : undefined) };
    waiting.push(entry);
    startNext();
    if (waiting.length > waitingAtMost) refuseOne();
  });
  if (!turn) return unavailable(1);
  try {
    return await work();
  } finally {
    running.delete(turn);
    forgetTurns(turn);
    startNext();
  }
}

function startNext(): void {
  for (let next = nextOne(); next; next = nextOne()) {
    const started = next;
    waiting = waiting.filter((one) => one !== started);
    running.add(started);
    turn++;
    turns.set(started.address, turn).set(started.account, turn);
    started.answer(true);
  }
}

function nextOne(): Waiting | undefined {
  if (running.size >= atOnce) return undefined;
  const busy = [...running];
  const free = waiting.filter(
    ({ account, address }) =>
      !busy.some((one) => one.account === account) && busy.filter((one) => one.address === address).length < perAddress,
  );
  const [known, others] = [free.filter((one) => one.known), free.filter((one) => !one.known)];
  const knownFirst = others.length === 0 || busy.filter((one) => one.known).length < knownAtOnce;
  const group = known.length > 0 && knownFirst ? known : others;
  const lastTurn = (key: string) => turns.get(key) ?? 0;
  return group.toSorted(
    (a, b) => lastTurn(a.address) - lastTurn(b.address) || lastTurn(a.account) - lastTurn(b.account),
  )[0];
}

/** Refuses the last one of whoever has most in the queue; known addresses only when nobody else waits. */
function refuseOne(): void {
  const others = waiting.filter((one) => !one.known);
  const group = others.length > 0 ? others : waiting;
  const count = (key: 'account' | 'address', value: string) => group.filter((one) => one[key] === value).length;
  const [last] = group
    .toReversed()
    .toSorted(
      (a, b) =>
        count('address', b.address) - count('address', a.address) ||
        count('account', b.account) - count('account', a.account),
    );
  if (!last) return;
  waiting = waiting.filter((one) => one !== last);
  forgetTurns(last);
  last.answer(false);
}

/** Keeps no turns of those who have nothing here any more. */
function forgetTurns({ account, address }: Caller): void {
  const all = [...waiting, ...running];
  if (!all.some((one) => one.address === address)) turns.delete(address);
  if (!all.some((one) => one.account === account)) turns.delete(account);
}
