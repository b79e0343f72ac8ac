import { describe, expect, it } from 'vitest'
import { GapSettings } from '../gaps/gap-settings.ts'
import { ApiError, invalid, renderError } from './errors.ts'

const { gap } = new GapSettings().set('error.body', 'problem')

describe('an error as a problem document', () => {
  it.each([
    [400, 'Bad Request'],
    [404, 'Not Found'],
    [409, 'Conflict'],
    [418, "I'm a Teapot"],
    [503, 'Service Unavailable'],
    [599, 'Error'],
  ])('has the reason phrase of its status as the title: %i', (status, title) => {
    const { headers, body } = renderError(new ApiError('fault', 'It was asked for.', { status }), gap)
    expect(headers).toEqual({ 'Content-Type': 'application/problem+json' })
    expect(body).toEqual({
      type: 'about:blank',
      title,
      status,
      detail: 'It was asked for.',
      code: expect.stringMatching(/^\w+$/),
    })
  })

  it('has the code next to it, and an entry for each field', () => {
    const wrong = { field: 'email', rule: 'email', detail: 'The `email` must be an e-mail address.' }
    expect(renderError(invalid(wrong), gap).body).toEqual({
      type: 'about:blank',
      title: 'Unprocessable Entity',
      status: 422,
      detail: wrong.detail,
      code: 'ValidationException',
      errors: [wrong],
    })
  })
})
