import { describe, expect, it } from 'vitest';
import { hex } from './salts';
import { hmacSha256, sha256 } from './sha256';

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
const many = (byte: number, count: number): Uint8Array => new Uint8Array(count).fill(byte);
const rising = (from: number, count: number): Uint8Array => Uint8Array.from({ length: count }, (_, index) => from + index);

describe('SHA-256', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq', '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1'],
  ])('gives the digests of FIPS 180: %j', (text, digest) => {
    expect(hex(sha256(bytes(text)))).toBe(digest);
  });

  it('gives the digest of a million a', () => {
    expect(hex(sha256(many(0x61, 1_000_000)))).toBe('cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0');
  });

  it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1000])('agrees with the platform at %i bytes', async (length) => {
    const data = Uint8Array.from({ length }, (_, index) => (index * 37 + 11) & 255);
    expect(hex(sha256(data))).toBe(hex(new Uint8Array(await crypto.subtle.digest('SHA-256', data))));
  });
});

describe('HMAC-SHA-256', () => {
  it.each([
    [1, many(0x0b, 20), bytes('Hi There'), 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [2, bytes('Jefe'), bytes('what do ya want for nothing?'), '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
    [3, many(0xaa, 20), many(0xdd, 50), '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe'],
    [4, rising(1, 25), many(0xcd, 50), '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b'],
    [5, many(0x0c, 20), bytes('Test With Truncation'), 'a3b6167473100ee06e0c796c2955552b'],
    [6, many(0xaa, 131), bytes('Test Using Larger Than Block-Size Key - Hash Key First'), '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54'],
    [
      7,
      many(0xaa, 131),
      bytes('This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm.'),
      '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
    ],
  ])('gives case %i of RFC 4231', (_, key, data, code) => {
    expect(hex(hmacSha256(key, data)).slice(0, code.length)).toBe(code);
  });
});
