import { expect, test } from 'vitest'
import { dummyEmail, isDummyPhone } from '../../../shared/users/dummy-contacts.ts'

test.each([
  'none@none',
  'NoEmail@acme.example',
  'no-email@acme.example',
  'sin.correo@acme.example',
  'n/a@n/a',
  'na@na.com',
  'none',
  'N/A',
  ' sin correo ',
  'keine',
  'нет',
  'x',
])('%s stands for no email', (text) => {
  expect(dummyEmail(text)).toBe('none')
})

test.each(['test@test.com', 'Test@Test', 'x@x.x', 'a@a.com', '1@1.1', 'a@b.c', 'abc@abc.com', 'test@gmail.com'])(
  '%s is made up',
  (text) => {
    expect(dummyEmail(text)).toBe('made-up')
  },
)

test.each([
  'ann@acme.example',
  'acme@acme.example',
  'na@acme.example',
  'no@acme.example',
  'nil@acme.example',
  'test@acme.example',
  'noemail17@acme.example',
  'x@acme.example',
  'a@x.example',
  'c@x.example',
  '1@qq.com',
  'q@qq.com',
  'nora.none@acme.example',
  'ann',
  '',
])('%j is an email, or is to be corrected', (text) => {
  expect(dummyEmail(text)).toBeNull()
})

test.each([
  '0000000000',
  '000-0000',
  '+94-000-0000000',
  '94 000 0000000',
  '1234567890',
  '0123456789',
  '9999999999',
  '+1 (999) 999-9999',
  '+91 1234567890',
  '+49 111 111111',
  '2147483647',
  '4294967295',
  '2147483647.0',
])('%s stands for no phone number', (text) => {
  expect(isDummyPhone(text)).toBe(true)
})

test.each([
  '+1 415 555 0100',
  '+1 415 555 0000',
  '+65 8888 8888',
  '+1 214 748 3647',
  '214-748-3647',
  '2147483646',
  '+62 812 3456789',
  '0062 812 3456789',
  '88888888',
  '+44 20 7000 0000',
  '0170 5550000',
  '12345679',
  '0000',
  '',
])('%j is a number, or too short for one', (text) => {
  expect(isDummyPhone(text)).toBe(false)
})
