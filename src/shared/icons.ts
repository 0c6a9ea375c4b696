/** The icons that the build draws of `client/icon.svg` and the manifest names. */
export const icons = [
  { file: 'icon-180.png', size: 180, maskable: true },
  { file: 'icon-192.png', size: 192, maskable: false },
  { file: 'icon-512.png', size: 512, maskable: false },
  { file: 'icon-maskable-512.png', size: 512, maskable: true },
] as const;
