import { trpc } from '#client/lib/trpc.ts';

/** A face changes rarely; a professional who is gone has none. */
const options = { retry: false, staleTime: 300_000 };

/**
 * What is shown of a booking's professional beside the name: the pattern, undefined until it is known, and the
 * portrait.
 */
export function useFace(id: string) {
  const { data, isPending } = trpc.professionals.byId.useQuery({ id }, options);
  return {
    ornament: isPending ? undefined : (data ?? { id, specializations: [] }),
    portrait: data?.profile_picture ?? null,
  };
}

/** A professional's first picture of work, null without one. */
export function useWorkPicture(id: string) {
  const { data } = trpc.pictures.ofProfessional.useQuery({ id }, options);
  return data?.[0] ?? null;
}
