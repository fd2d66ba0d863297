package org.jnvm.bench.compare;

import java.util.List;

/**
 * What is compared.
 *
 * @param pattern of JMH benchmarks
 * @param parameters values of their parameters, as {@code domain=NVMM_EMULATED}; all of those that are not named
 * @param iterationMs how long an iteration takes, of which there are four to warm up and five measured
 * @param besideOthers whether other JMH runs may go on at the same time: the figures mean nothing then
 */
record Selection(String pattern, List<String> parameters, int iterationMs, boolean besideOthers) {}
