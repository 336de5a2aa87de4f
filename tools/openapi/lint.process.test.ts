import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { document } from './document.ts'

const source = JSON.stringify(document, null, 2)

test('P5: redocly has nothing to say under its recommended-strict rules', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([])
})

test('P5: spectral has nothing to say under its rules for OpenAPI', async () => {
  const spectral = new spectralCore.Spectral()
  // Redocly compares examples with their schemas as well, in a tenth of the time.
  const rules = { 'oas3-valid-media-example': 'off' as const }
  spectral.setRuleset({ extends: [spectralRulesets.oas as RulesetDefinition], rules })
  const results = await spectral.run(source)
  expect(results.map(({ code, message, path }) => `${code} ${path.join('.')}: ${message}`)).toEqual([])
})
