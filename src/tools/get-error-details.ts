/** `get-error-details`: the local record behind a correlation id. */
import { Problem, revise } from '../model/problem.ts';
import { readOnly, tool } from './tool.ts';

export const getErrorDetails = tool({
  name: 'get-error-details',
  title: 'Get error details',
  description:
    'Returns the local record of a failure that was answered with a correlationId: the exceptions, the tool, versions and the last lines of the language server. ' +
    'Use it only after an UnhandledException; records are kept for an hour.',
  annotations: readOnly,
  params: {
    correlationId: {
      is: '1 <= string <= 100',
      must: 'the correlationId of a failed call',
      about: 'The correlationId of the failed call',
    },
  },
  run: async ({ correlationId }, context) => {
    const record = context.record(correlationId);
    if (record === undefined) {
      throw new Problem(
        'error_details_not_found',
        'no record has this correlationId; records are kept for an hour, the last 100',
        {
          continuation: revise('Pass the correlationId of a recent UnhandledException.'),
        },
      );
    }
    return { data: record, text: JSON.stringify(record, null, 1) };
  },
});
