import type { core } from 'zod'

const KINDS: Record<string, string> = {
  number: 'a number',
  int: 'a whole number',
  string: 'text',
  array: 'a list',
  object: 'an object',
}

/** The message of a zod issue for the caller. For zod's `error` option; a message of the schema wins. */
export function validationMessage(issue: core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This is missing.'
      return KINDS[issue.expected] ? `This must be ${KINDS[issue.expected]}.` : UNREADABLE
    case 'too_big':
      if (issue.origin === 'string') return `Please use at most ${issue.maximum} characters.`
      return `This must be at most ${issue.maximum}.`
    case 'too_small':
      if (issue.origin === 'string') return 'This must not be empty.'
      return issue.inclusive ? `This must be at least ${issue.minimum}.` : `This must be more than ${issue.minimum}.`
    case 'unrecognized_keys':
      return `There is no such field: ${issue.keys.join(', ')}.`
    default:
      return UNREADABLE
  }
}

const UNREADABLE = 'This cannot be read.'
