/** Limits of made-up calls. */
import { type Limits, limitText } from '../../src/model/limits.ts';
import { noAgentFile, nothingAsked, resolveLimits } from '../../src/settings/agent/resolve.ts';

/** The limits of a call that nobody has said anything of. */
export const defaultLimits: Limits = resolveLimits(nothingAsked, { project: noAgentFile, user: noAgentFile });

/** Some limits, as a call would set them. */
export const limitsWith = (values: { readonly [Name in keyof Limits]?: Limits[Name]['value'] }): Limits => ({
  ...defaultLimits,
  ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, source: 'argument' }])),
});

/** The limits in words, as answers name them. */
export const limitWords = {
  limit: limitText('limit', defaultLimits.limit),
  maxTokens: limitText('maxTokens', defaultLimits.maxTokens),
};
