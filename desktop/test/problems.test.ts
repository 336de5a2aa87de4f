import { ApiError } from '@openauth/client'
import { expect, test } from 'vitest'
import { isFieldIssue, issueOf, withFieldIssue } from '../src/renderer/components/problems.ts'

const taken = new ApiError(400, { code: 'app_exists', message: 'App already exists' })
const alike = new ApiError(400, { code: 'name_looks_alike', message: 'Looks alike' })
const gone = new ApiError(404, { code: 'app_not_found', message: 'App not found' })

test('an error that names no field stands beside the field that caused it', () => {
  expect(issueOf(taken, 'name')).toBe('App already exists')
  expect(issueOf(alike, 'username')).toBe('Looks alike')
  expect(issueOf(taken, 'description')).toBeUndefined()
  expect([isFieldIssue(taken, ['name']), isFieldIssue(taken, ['url']), isFieldIssue(gone, ['name'])]).toEqual([
    true,
    false,
    false,
  ])
})

test('a form gets it as an issue of its own field; other errors stay as they are', () => {
  expect(withFieldIssue(alike, ['description', 'name'])).toMatchObject({
    message: 'Looks alike',
    issues: [{ path: 'name', message: 'Looks alike' }],
  })
  expect(withFieldIssue(taken, ['url'])).toBe(taken)
  expect(withFieldIssue(gone, ['name'])).toBe(gone)
  const given = new ApiError(400, { code: 'invalid_input', issues: [{ path: 'name', message: 'is too long' }] })
  expect(withFieldIssue(given, ['name'])).toBe(given)
  expect(issueOf(given, 'name')).toBe('Is too long')
})
