import { expect, test } from 'vitest';
import { licences } from './licences';

test('the terms of a package are those of its licence file', () => {
  const told = licences(['clsx'], 'Of Python');
  expect(told).toContain('Luke Edwards');
  expect(told).toContain('UNICODE LICENSE V3');
  expect(told.endsWith('Of Python')).toBe(true);
});

test('a package without a licence file stops the build', () => {
  expect(() => licences(['stackback'], null)).toThrow('the package stackback has no licence');
});
