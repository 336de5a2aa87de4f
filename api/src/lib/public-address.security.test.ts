import { expect, test } from 'vitest'
import { includesAddress, isPublicAddress } from './public-address.ts'

// The first and the last address of each special range, and the ones beside it.
test.each([
  ['0.0.0.0', '0.255.255.255', '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '128.0.0.0'],
  ['169.254.0.0', '169.254.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.3.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.169.0.0'],
  ['198.18.0.0', '198.19.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.114.0'],
  ['168.63.129.16', '168.63.129.16', '168.63.129.17'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:200::'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db9::'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2003::'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:1000::'],
])('SSRF: %s to %s are not public, and %s is', (first, last, beyond) => {
  expect([first, last, beyond].map(isPublicAddress)).toEqual([false, false, true])
})

test.each([
  '224.0.0.0',
  '239.1.1.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  'fc00::1',
  'fe80::1',
  'ff02::1',
  '1fff::',
  '4000::',
  '',
  'localhost',
  '8.8.8',
  '8.8.8.8:80',
])('SSRF: %j is not public', (address) => expect(isPublicAddress(address)).toBe(false))
test.each(['8.8.8.8', '2000::1', '2606:4700::1111'])('%s is public', (address) =>
  expect(isPublicAddress(address)).toBe(true),
)

test('a list has an address in any notation, and no other', () => {
  const list = ['10.0.0.5', 'fd00::5']
  expect(
    ['10.0.0.5', 'fd00::5', 'fd00:0:0::0005', '::ffff:10.0.0.5'].map((each) => includesAddress(list, each)),
  ).toEqual([true, true, true, true])
  expect(['10.0.0.6', 'fd00::6', 'host', ''].map((each) => includesAddress(list, each))).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect(includesAddress([], '10.0.0.5')).toBe(false)
})
