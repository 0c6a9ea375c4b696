import { type PageName, pages } from '#shared/pages.ts';
import { lazyScreen, type Screen } from './lazy-screen.tsx';

/** The screen of each page; its path stands in `shared/pages.ts`, who may see it in `lib/route-roles.ts`. */
const screens: Partial<Record<PageName, Screen>> = {
  login: lazyScreen(async () => (await import('#client/routes/login.tsx')).Login),
  browseServices: lazyScreen(async () => (await import('#client/routes/browse-services.tsx')).BrowseServices),
  serviceDetails: lazyScreen(async () => (await import('#client/routes/service-details.tsx')).ServiceDetails),
  professionalDashboard: lazyScreen(async () => (await import('#client/routes/professional-dashboard.tsx')).ProfessionalDashboard),
  editProfessionalProfile: lazyScreen(async () => (await import('#client/routes/edit-professional-profile.tsx')).EditProfessionalProfile),
  createService: lazyScreen(async () => (await import('#client/routes/create-service.tsx')).CreateService),
  editService: lazyScreen(async () => (await import('#client/routes/edit-service.tsx')).EditService),
  setAvailability: lazyScreen(async () => (await import('#client/routes/set-availability.tsx')).SetAvailability),
  editAvailability: lazyScreen(async () => (await import('#client/routes/edit-availability.tsx')).EditAvailability),
  adminDashboard: lazyScreen(async () => (await import('#client/routes/admin-dashboard.tsx')).AdminDashboard),
  unauthorized: lazyScreen(async () => (await import('#client/routes/unauthorized.tsx')).Unauthorized),
};

const screensByName = new Map<string, Screen>(Object.entries(screens));
const written = Object.entries(pages).flatMap(([name, path]) => {
  const screen = screensByName.get(name);
  return screen ? [{ path, screen }] : [];
});

/** All parts of the design system together, on the development server only. */
const designSystem = import.meta.env.DEV
  ? [{ path: '/ui', screen: lazyScreen(async () => (await import('#client/routes/ui.tsx')).DesignSystem) }]
  : [];

export const routeTable: readonly { path: string; screen: Screen }[] = [...written, ...designSystem];
