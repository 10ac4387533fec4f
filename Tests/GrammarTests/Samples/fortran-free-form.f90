! A small grid solver that shows the language.
#define STEPS 200
module grid_mod
  use, intrinsic :: iso_fortran_env, only: real64, output_unit
  implicit none
  private
  public :: grid, relax, operator(.near.)

  integer, parameter :: wp = real64
  real(wp), parameter :: tolerance = 1.0e-6_wp, half = .5_wp
  logical, save :: verbose = .false.

  type, abstract :: shape_base
  contains
    procedure(area_of), deferred :: area
  end type shape_base

  type :: grid
    integer :: width = 0, height = 0
    real(wp), allocatable :: cell(:, :)
    character(len=:), allocatable :: title
  contains
    procedure, pass(self) :: fill => fill_grid
    final :: release
  end type grid

  type, extends(shape_base), public :: disc
    real(wp) :: radius
  end type disc

  abstract interface
    pure function area_of(self) result(value)
      import :: shape_base, wp
      class(shape_base), intent(in) :: self
      real(wp) :: value
    end function area_of
  end interface

  interface operator(.near.)
    module procedure is_near
  end interface

contains

  elemental logical function is_near(a, b)
    real(wp), intent(in) :: a, b
    is_near = abs(a - b) <= tolerance .and. .not. (a /= a)
  end function is_near

  subroutine fill_grid(self, start)
    class(grid), intent(inout) :: self
    real(wp), intent(in), optional :: start
    if (.not. allocated(self%cell)) allocate (self%cell(self%width, self%height))
    self%cell = 0.0_wp
    if (present(start)) self%cell(1, :) = start
  end subroutine fill_grid

  subroutine release(self)
    type(grid), intent(inout) :: self
    if (allocated(self%cell)) deallocate (self%cell)
  end subroutine release

  recursive subroutine relax(g, left)
    type(grid), intent(inout) :: g
    integer, intent(in) :: left
    integer :: i, j
    if (left == 0) return
    outer: do j = 2, g%height - 1
      do concurrent (i = 2:g%width - 1)
        g%cell(i, j) = half**2 * (g%cell(i - 1, j) + g%cell(i + 1, j) &
                                + g%cell(i, j - 1) + g%cell(i, j + 1))
      end do
      if (maxval(g%cell) > 1d3) exit outer
    end do outer
    call relax(g, left - 1)
  end subroutine relax
end module grid_mod

program main
  use grid_mod
  implicit none
  type(grid) :: g
  integer :: status, mask = int(z'ff')
  complex :: root = (1.0, -2.5e0)
  g = grid(width=8, height=8, title='it''s a grid')
  call g%fill(start=100.0d0)
  call relax(g, 50)
  select case (mod(mask, 3))
  case (0)
    print *, "even: ", sum(g%cell) / size(g%cell)
  case default
    write (*, '(a, f8.3)', iostat=status) "real part " // trim(g%title), real(root)
  end select
  where (g%cell < 0) g%cell = 0
  if (status /= 0) stop 1
end program main

subroutine report(value, result)
  real, intent(in), value :: value
  real, intent(out) :: result
  class(*), allocatable :: any
  integer, dimension(2) :: pair = (/ 1, 2 /)
  if (value > 1) call note("a ""quoted"" word"); call note('more')
  do concurrent (i = 1:2) local(t) shared(pair)
    pair(i) = i
  end do
  select type (any)
  type is (integer)
    result = 1
  class default
    goto 10
  end select
10 continue
end subroutine report
