/** How to prepare for all services of a visit; of several ones each text is under the name of its service. */
export function preparationText(services: readonly { name: string; preparation: string | null }[]): string {
  return services
    .filter(({ preparation }) => preparation)
    .map(({ name, preparation }) => (services.length > 1 ? `${name}: ${preparation}` : preparation))
    .join('\n\n');
}
