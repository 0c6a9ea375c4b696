import { LoadButton } from './load-button.tsx';

/** Loads the next page of a list, and stays while that loads. */
export function ShowMore({ isLoading, onClick }: { isLoading: boolean; onClick: () => void }) {
  return (
    <LoadButton busy={isLoading} load={onClick}>
      Show more
    </LoadButton>
  );
}
