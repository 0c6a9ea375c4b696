import { Suspense } from 'react';
import { matchPath, Route, Routes } from 'react-router';
import { onPreload } from '#client/lib/preload.ts';
import { NotFound } from '#client/routes/not-found.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { Guard } from './guard.tsx';
import { routeTable } from './route-table.ts';

onPreload((pathname) => routeTable.find(({ path }) => matchPath(path, pathname))?.screen.preload());

export function Screens() {
  return (
    <Suspense fallback={<Loading />}>
      <Routes>
        {routeTable.map(({ path, screen: { Component } }) => (
          <Route
            key={path}
            path={path}
            element={
              <Guard>
                <Component />
              </Guard>
            }
          />
        ))}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  );
}
