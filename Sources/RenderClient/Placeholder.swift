import StyledRuns
