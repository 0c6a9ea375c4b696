import { pagePath } from './pages.ts';
import { slugOf } from './rules/slug.ts';

/** The canonical path of a professional's public page (contract 10). */
export function professionalPath({ id, display_name }: { id: string; display_name: string }): string {
  return pagePath('publicProfessional', { professionalId: id, slug: slugOf(display_name) });
}

/** The canonical path of a service's public page (contract 10). */
export function servicePath({ id, name }: { id: string; name: string }): string {
  return pagePath('serviceDetails', { serviceId: id, slug: slugOf(name) });
}
