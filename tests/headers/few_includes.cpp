// SPDX-License-Identifier: BSL-1.0
// Of the standard library constax.hpp takes in what its own declarations need. What is dear to read stays out: <string> and <vector> alone
// would be a tenth of the time that including constax takes.
#include <constax/constax.hpp>

// libstdc++'s include guards
#if defined(_GLIBCXX_STRING)
#error "<string> is in"
#elif defined(_GLIBCXX_VECTOR)
#error "<vector> is in"
#elif defined(_GLIBCXX_STDEXCEPT)
#error "<stdexcept> is in"
#elif defined(_GLIBCXX_ALGORITHM)
#error "<algorithm> is in"
#elif defined(_GLIBCXX_FUNCTIONAL)
#error "<functional> is in"
#elif defined(_GLIBCXX_MEMORY)
#error "<memory> is in"
#elif defined(_GLIBCXX_IOSTREAM) || defined(_GLIBCXX_OSTREAM)
#error "<ostream> is in"
#endif
