import { Button } from './button.tsx';

/** Loads the next page of a list. It stays while that loads, and is not `disabled`, which would lose the keyboard's focus. */
export function ShowMore({ isLoading, onClick }: { isLoading: boolean; onClick: () => void }) {
  return (
    <Button look="secondary" aria-disabled={isLoading} aria-busy={isLoading} onClick={() => isLoading || onClick()}>
      Show more
    </Button>
  );
}
