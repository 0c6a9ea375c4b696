import type { Operation } from './history.ts';

/** What a booking can be; `asked` is the new start of its request for another time. */
export type State = {
  status: 'absent' | 'pending' | 'confirmed' | 'cancelled';
  start: number;
  request: 'none' | 'pending' | 'accepted' | 'declined' | 'withdrawn';
  asked: number;
};

const absent: State = { status: 'absent', start: 0, request: 'none', asked: 0 };

/** Contract 5 and 9: what a step makes of a booking; undefined where it is refused. A repeated step changes nothing. */
function after(state: State, { f, asked: { start = 0 } }: Operation): State | undefined {
  const { status, request, asked } = state;
  const isLive = status === 'pending' || status === 'confirmed';
  const ended = request === 'pending' ? 'withdrawn' : request;
  const answered = (as: State['request']) =>
    request === 'pending' || request === as ? { ...state, request: as } : undefined;
  switch (f) {
    case 'book':
      return status === 'absent' ? { ...absent, status: 'pending', start } : state;
    case 'confirm':
      if (status === 'pending') return { ...state, status: 'confirmed', request: ended };
      return status === 'confirmed' ? state : undefined;
    case 'cancel':
      return status === 'absent' ? undefined : { ...state, status: 'cancelled', request: ended };
    case 'ask':
      if (request !== 'none' && asked === start) return state;
      if (!isLive) return undefined;
      // A pending booking's client gets the new time at once.
      return status === 'pending'
        ? { ...state, start, request: 'accepted', asked: start }
        : { ...state, request: 'pending', asked: start };
    case 'accept': {
      const accepted = answered('accepted');
      return accepted && { ...accepted, start: asked };
    }
    case 'decline':
      return answered('declined');
    case 'withdraw':
      return answered('withdrawn');
    default:
      return state;
  }
}

/** Whether a read shows a state. */
export function shows({ status, start }: { status?: string; start?: number }, state: State): boolean {
  if (status === 'absent' || state.status === 'absent') return status === state.status;
  return status === state.status && start === state.start;
}

/**
 * All that a booking can be after the operations of its process. One whose end nobody knows may have happened, or may
 * yet. Returns the first operation whose answer fits nothing that was possible before it.
 */
export function possibleStates(operations: readonly Operation[]): { states: State[]; impossible?: Operation } {
  const unknown: Operation[] = [];
  let states = [absent];
  for (const operation of operations) {
    if (operation.outcome === 'info') unknown.push(operation);
    if (operation.outcome === 'ok') {
      states =
        operation.f === 'read'
          ? states.filter((state) => shows(operation.answered, state))
          : states.flatMap((state) => after(state, operation) ?? []);
      if (operation.f === 'ask') states = states.filter(({ request }) => request === operation.answered.status);
      if (states.length === 0) return { states, impossible: operation };
    }
    states = withUnknown(states, unknown);
  }
  return { states };
}

/** Adds what each of these operations may have made of each state, in any order. */
function withUnknown(states: readonly State[], unknown: readonly Operation[]): State[] {
  const all = new Map(states.map((state) => [JSON.stringify(state), state]));
  for (const state of all.values()) {
    for (const operation of unknown) {
      const next = after(state, operation);
      if (next) all.set(JSON.stringify(next), next);
    }
  }
  return [...all.values()];
}
