public import StyledRuns
