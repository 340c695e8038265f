// The screens of the page by the first part of their path, beside the start page. The service worker answers for these only.

export const SCREENS = ['t', 'again', 'learn', 'mine', 'offline', 'pad', 'replay', 'review', 'rules'] as const;
